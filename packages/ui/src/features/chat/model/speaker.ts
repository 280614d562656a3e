import { createSpeaker } from '../../../lib/speech/speaker.ts'

/** The voice of all chats of a page. */
export const speaker = createSpeaker()
