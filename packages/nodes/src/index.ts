export { loadCatalogue } from './catalogue/load-catalogue.ts'
export { documentId } from './vector-stores/document-id.ts'
export type { Catalogue, CatalogueOptions, CatalogueTemplate } from './catalogue/load-catalogue.ts'
