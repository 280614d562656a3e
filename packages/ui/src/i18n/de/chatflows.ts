import type chatflows from '../en/chatflows.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof chatflows> = {}

export default texts
