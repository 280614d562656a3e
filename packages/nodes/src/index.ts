export { loadCatalogue } from './catalogue/load-catalogue.ts'
export type { Catalogue, CatalogueOptions, CatalogueTemplate } from './catalogue/load-catalogue.ts'
