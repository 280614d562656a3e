export const PRODUCT_NAME = 'Chatwright'
export const DEFAULT_PATH = '/chatflows'
export const LATEST_RELEASE_URL = 'https://api.github.com/repos/chatwright/chatwright/releases/latest'
