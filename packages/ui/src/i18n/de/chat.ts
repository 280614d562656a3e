import type chat from '../en/chat.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof chat> = {}

export default texts
