/**
 * Stands in for zod when the contract is bundled for the browser (see rsbuild.config.ts). The server parses every
 * request and answer; the browser needs a route's method, path and types only, and zod would cost it 46 KB.
 */
export const z: unknown = new Proxy(() => z, {
  get: () => z,
  apply: () => z,
})
