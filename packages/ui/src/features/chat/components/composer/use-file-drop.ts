import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'

/** Takes files dropped anywhere on the chat around the form: beside it, the browser would open them and leave the page. */
export function useFileDrop(takesFiles: boolean, add: (files: File[]) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const onDrop = useEffectEvent(add)
  useEffect(() => {
    const chat = form.current?.closest<HTMLElement>('section, main') ?? form.current
    if (!takesFiles || !chat) return undefined
    const allow = (event: DragEvent) => event.preventDefault()
    const take = (event: DragEvent) => {
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) onDrop(files)
    }
    chat.addEventListener('dragover', allow)
    chat.addEventListener('drop', take)
    return () => {
      chat.removeEventListener('dragover', allow)
      chat.removeEventListener('drop', take)
    }
  }, [takesFiles])
  return form
}
