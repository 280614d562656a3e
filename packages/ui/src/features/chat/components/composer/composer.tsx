import Box from '@mui/material/Box'
import InputBase from '@mui/material/InputBase'
import { IconPaperclip } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'

import { LabelledIconButton } from '../../../../components/labelled-icon-button.tsx'
import { pickFiles } from '../../../../lib/files.ts'
import { radius, size, type } from '../../../../theme/tokens.ts'
import type { UploadRules } from '../../model/chat-settings.ts'
import { acceptOf } from '../../model/pick-files.ts'
import { createUnsent } from '../../model/unsent.ts'
import { useChat } from '../chat-context.ts'
import { isSendKey } from './is-send-key.ts'
import { PickedFiles } from './picked-files.tsx'
import { RecordButton, RecordingNotice } from './record-button.tsx'
import { SendButton } from './send-button.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useFilesToSend } from './use-files-to-send.ts'
import { useRecorder } from './use-recorder.ts'

interface ComposerProps {
  canAsk: boolean
  reasonCannotAsk?: string | undefined
  placeholder?: string | undefined
  uploads: UploadRules
  /** Questions can be spoken. */
  canRecord?: boolean
  autoFocus?: boolean
}

/** Where one writes. Enter sends, Shift+Enter breaks the line, the arrow up brings the last question back. */
export function Composer({
  canAsk,
  reasonCannotAsk,
  placeholder,
  uploads,
  canRecord = false,
  autoFocus = false,
}: ComposerProps) {
  const { t } = useTranslation('chat')
  const { conversation, unsent: shared } = useChat()
  const [own] = useState(createUnsent)
  const unsent = shared ?? own
  const text = useStore(unsent, (state) => state.text)
  const setText = (next: string) => unsent.setState({ text: next })
  const field = useRef<HTMLTextAreaElement>(null)
  const files = useFilesToSend(uploads, unsent)
  const isBusy = useStore(conversation.store, (state) => state.live !== undefined)
  const canSend = canAsk && !isBusy && !files.isSending && (text.trim() !== '' || files.picked.length > 0)
  const takesFiles = uploads.rules.length > 0
  const form = useFileDrop(takesFiles && canAsk, files.add)

  const recorder = useRecorder((said) => {
    const written = unsent.getState().text.trimEnd()
    setText(written === '' ? said : `${written} ${said}`)
    field.current?.focus()
  })

  const send = async () => {
    if (!canSend) return
    const question = text.trim()
    const sent = await files.send()
    if (!sent) return
    setText('')
    field.current?.focus()
    void conversation.ask({ question, uploads: sent })
  }

  return (
    <Box
      component="form"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onPaste={(event) => {
        if (takesFiles && event.clipboardData.files.length > 0) files.add([...event.clipboardData.files])
      }}
      sx={{
        margin: '0 auto',
        width: '100%',
        maxWidth: size.chatColumn,
        padding: 'max(0px, env(safe-area-inset-bottom))',
      }}
    >
      <PickedFiles files={files} />
      {canRecord ? <RecordingNotice recorder={recorder} /> : null}
      <Box
        sx={{
          display: 'flex',
          alignItems: 'flex-end',
          gap: 0.5,
          padding: '4px',
          borderRadius: radius.card,
          border: '1px solid var(--chat-input-line)',
          backgroundColor: 'var(--chat-input-ground)',
          color: 'var(--chat-input-text)',
          '&:focus-within': { outline: '2px solid var(--chat-accent)', outlineOffset: '-1px' },
        }}
      >
        {takesFiles ? (
          <LabelledIconButton
            label={t('composer.attach')}
            disabled={!canAsk}
            onClick={() => void pickFiles({ accept: acceptOf(uploads), multiple: true }).then(files.add)}
          >
            <IconPaperclip size={20} aria-hidden />
          </LabelledIconButton>
        ) : null}
        <InputBase
          multiline
          maxRows={8}
          fullWidth
          value={text}
          disabled={!canAsk}
          autoFocus={autoFocus}
          inputRef={field}
          placeholder={canAsk ? (placeholder ?? t('composer.placeholder')) : (reasonCannotAsk ?? '')}
          inputProps={{ 'aria-label': t('composer.label'), enterKeyHint: 'send', dir: 'auto' }}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (isSendKey(event)) {
              event.preventDefault()
              void send()
            } else if (event.key === 'ArrowUp' && text === '') {
              const last = conversation.store.getState().turns.at(-1)?.question
              if (last !== undefined) {
                event.preventDefault()
                setText(last)
              }
            }
          }}
          sx={fieldStyles}
        />
        {canRecord ? <RecordButton disabled={!canAsk} recorder={recorder} /> : null}
        <SendButton canSend={canSend} isBusy={isBusy} isSending={files.isSending} />
      </Box>
    </Box>
  )
}

const fieldStyles = {
  ...type.chat,
  color: 'inherit',
  padding: '6px 8px',
  '& textarea': { padding: 0, '&:focus-visible': { outline: 'none' } },
  '& textarea::placeholder': { color: 'var(--chat-input-hint)', opacity: 1 },
  '& textarea.Mui-disabled': { WebkitTextFillColor: 'unset', color: 'var(--chat-input-hint)' },
  // Below 16 px a phone zooms into the field by itself.
  '@media (pointer: coarse)': { fontSize: '1rem', padding: '10px 8px' },
}
