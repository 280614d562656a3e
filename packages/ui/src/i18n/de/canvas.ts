import type canvas from '../en/canvas.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof canvas> = {}

export default texts
