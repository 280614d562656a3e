import type apiKeys from '../en/api-keys.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof apiKeys> = {}

export default texts
