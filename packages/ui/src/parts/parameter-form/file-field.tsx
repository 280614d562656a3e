import { IconFile, IconUpload, IconX } from '@tabler/icons-react'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ApiError, messageOf } from '../../lib/api-error.ts'
import { pickFiles } from '../../lib/files.ts'
import { notify } from '../../state/notifications.ts'
import { joinReferences, useStoredNames } from './stored-files.ts'
import { inlineNames, storedIds } from './file-values.ts'
import { controlClass } from './field-props.ts'
import type { FieldProps } from './field-props.ts'
import { readAsInlineFile } from './inline-file.ts'
import { KeepsFiles } from './keeps-files.ts'
import type { KeepFile } from './keeps-files.ts'

/** Files for a node to read, kept in the server's store; the flow holds references to them. */
export function FileField(field: FieldProps) {
  const { param, value, onChange, isReadOnly, ids } = field
  const { t } = useTranslation('form')
  const [isBusy, setIsBusy] = useState(false)
  const keep = use(KeepsFiles)
  const stored = useStoredNames(storedIds(value))
  const names = [...stored, ...inlineNames(value)]
  const choose = async () => {
    const files = await pickFiles({ accept: param.fileType ?? '', multiple: true })
    if (files.length === 0) return
    setIsBusy(true)
    try {
      onChange(await keepFiles(files, keep))
    } catch (error) {
      const file = files.map(({ name }) => name).join(', ')
      notify(t('uploadFailed', { file, reason: messageOf(error) }), { tone: 'error' })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="cw-field-box">
      <button
        type="button"
        id={ids.id}
        aria-labelledby={`${ids['aria-labelledby']} ${ids.id}-value`}
        aria-describedby={ids['aria-describedby']}
        aria-busy={isBusy}
        className={controlClass(field, 'is-choice')}
        disabled={isReadOnly}
        onClick={() => void choose()}
      >
        {names.length === 0 ? <IconUpload size={16} aria-hidden /> : <IconFile size={16} aria-hidden />}
        <span id={`${ids.id}-value`} className={names.length === 0 ? 'cw-placeholder' : 'cw-value'}>
          {isBusy ? t('reading') : names.join(', ') || t('chooseFile', { kinds: param.fileType ?? '' })}
        </span>
      </button>
      {names.length > 0 && !isReadOnly ? (
        <button
          type="button"
          className="cw-expand is-middle nodrag"
          aria-label={t('removeFile')}
          onClick={() => onChange('')}
        >
          <IconX size={16} aria-hidden />
        </button>
      ) : null}
    </div>
  )
}

/** A server without a file store takes the content inside the flow, as older ones do. */
async function keepFiles(files: readonly File[], keep: KeepFile): Promise<string> {
  try {
    return joinReferences(await Promise.all(files.map(keep)))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error
    const inline = await Promise.all(files.map(readAsInlineFile))
    return inline.length === 1 && inline[0] !== undefined ? inline[0] : JSON.stringify(inline)
  }
}
