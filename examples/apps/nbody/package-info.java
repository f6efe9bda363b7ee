/** The classes of the program NBody: the stars, the tree of their gravity, the files. */
package nbody;
