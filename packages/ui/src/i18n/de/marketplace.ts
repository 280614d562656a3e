import type marketplace from '../en/marketplace.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof marketplace> = {}

export default texts
