import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'

import { speaker } from '../../model/speaker.ts'
import { useChat } from '../chat-context.ts'
import { useSpeak } from './use-speak.ts'

/** Plays each answer when it is complete, where the owner wants that. */
export function AutoSpeaker() {
  const { conversation, speech = 'off' } = useChat()
  const speak = useSpeak()
  const isBusy = useStore(conversation.store, (state) => state.live !== undefined)
  const wasBusy = useRef(false)
  useEffect(() => {
    const isDone = wasBusy.current && !isBusy
    wasBusy.current = isBusy
    if (!isDone || speech !== 'played') return
    const answer = conversation.store.getState().turns.at(-1)?.answer
    if (answer?.state === 'done' && answer.messageId !== undefined && answer.text !== '') speak(answer.messageId)
  }, [isBusy, speech, conversation, speak])
  // A chat that is closed falls silent.
  useEffect(() => speaker.hush, [])
  return null
}
