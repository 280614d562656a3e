import type tools from '../en/tools.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof tools> = {}

export default texts
