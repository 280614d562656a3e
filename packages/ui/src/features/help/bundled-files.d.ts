/** The bundler's: the files of a folder that fit, as they were at build time. */
interface ImportMeta {
  webpackContext(folder: string, options: { regExp: RegExp }): BundledFiles
}

interface BundledFiles {
  (key: string): unknown
  keys(): string[]
}
