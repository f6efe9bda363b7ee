/**
 * FT, "Fourier transform" (NAS-95-020, section 3.4): a diffusion equation in three dimensions,
 * solved by fast Fourier transforms.
 */
@NullMarked
package org.ronsel.npb.ft;

import org.jspecify.annotations.NullMarked;
