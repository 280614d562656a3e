/**
 * Tests start apart what the product would, and that is bundled. The bundler says the same here for the bundle itself; a
 * server that runs as it was compiled, as in development, starts what was compiled with it.
 */
export const usesBundle = import.meta.url.endsWith('.ts')
