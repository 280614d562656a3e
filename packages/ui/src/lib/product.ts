export const PRODUCT_NAME = 'Chatwright'
export const DEFAULT_PATH = '/chatflows'
