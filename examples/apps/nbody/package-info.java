/** What the program NBody is made of: the stars, the tree of their gravity, the files. */
package nbody;
