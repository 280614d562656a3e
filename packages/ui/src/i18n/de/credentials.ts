import type credentials from '../en/credentials.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof credentials> = {}

export default texts
