import { IconFile, IconUpload, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { pickFiles } from '../../../lib/files.ts'
import { fileNames } from '../model/node-summary.ts'
import { controlClass } from './field-props.ts'
import type { FieldProps } from './field-props.ts'
import { readAsInlineFile } from './inline-file.ts'

/** Files for a node to read. They travel inside the flow until it is saved, when the server puts them into its store. */
export function FileField(field: FieldProps) {
  const { param, value, onChange, isReadOnly, ids } = field
  const { t } = useTranslation('canvas')
  const [isReading, setIsReading] = useState(false)
  const names = fileNames(value)
  const choose = async () => {
    const files = await pickFiles({ accept: param.fileType ?? '', multiple: true })
    if (files.length === 0) return
    setIsReading(true)
    try {
      const inline = await Promise.all(files.map(readAsInlineFile))
      onChange(inline.length === 1 ? inline[0] : JSON.stringify(inline))
    } finally {
      setIsReading(false)
    }
  }
  return (
    <div className="cw-field-box">
      <button
        type="button"
        id={ids.id}
        aria-labelledby={`${ids['aria-labelledby']} ${ids.id}`}
        aria-describedby={ids['aria-describedby']}
        className={controlClass(field, 'is-choice')}
        disabled={isReadOnly}
        onClick={() => void choose()}
      >
        {names.length === 0 ? <IconUpload size={16} aria-hidden /> : <IconFile size={16} aria-hidden />}
        <span className={names.length === 0 ? 'cw-placeholder' : 'cw-value'}>
          {isReading
            ? t('form.reading')
            : names.length === 0
              ? t('form.chooseFile', { kinds: param.fileType ?? '' })
              : names.join(', ')}
        </span>
      </button>
      {names.length > 0 && !isReadOnly ? (
        <button
          type="button"
          className="cw-expand is-middle nodrag"
          aria-label={t('form.removeFile')}
          onClick={() => onChange('')}
        >
          <IconX size={16} aria-hidden />
        </button>
      ) : null}
    </div>
  )
}
