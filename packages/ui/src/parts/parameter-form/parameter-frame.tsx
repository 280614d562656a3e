import { isPromptInput } from '@chatwright/core'
import type { InputDescription } from '@chatwright/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { use, useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../components/problem-notice.tsx'
import type { FieldProps } from './field-props.ts'
import { TryPromptContext } from './try-prompt-context.ts'

interface ParameterFrameProps {
  input: InputDescription
  /** What is wrong with it, and what to do about that. */
  problem: string | undefined
  children(ids: FieldProps['ids']): ReactNode
}

/** A field in a form: its label above, its help or its problem below. */
export function ParameterFrame({ input, problem, children }: ParameterFrameProps) {
  const { t } = useTranslation(['form', 'common'])
  const id = useId()
  const onTry = use(TryPromptContext)
  const isSwitch = input.type === 'boolean'
  const isGroup = input.type === 'array'
  const notKept = input.type === 'password' || input.type === 'folder' ? t(`notKept.${input.type}`) : ''
  const hint = input.isSealed ? t('sealed.hint') : notKept
  const help = [input.description, hint].filter(Boolean).join(' ')
  const hasNote = problem !== undefined || help !== ''
  const label = {
    id: `${id}-label`,
    className: 'cw-form-label',
    children: (
      <>
        {input.label}
        {input.optional && !isSwitch ? <span className="cw-form-optional">{t('common:state.optional')}</span> : null}
      </>
    ),
  }
  return (
    <div
      className={`cw-form-row${isSwitch ? ' is-switch' : ''}`}
      data-field={input.name}
      {...(isGroup && { role: 'group', 'aria-labelledby': label.id })}
    >
      {isGroup ? <span {...label} /> : <label {...label} htmlFor={id} />}
      {children({ id, 'aria-labelledby': label.id, 'aria-describedby': hasNote ? `${id}-note` : undefined })}
      {hasNote ? (
        <p id={`${id}-note`} className={problem ? 'cw-field-error' : 'cw-field-help'}>
          {problem ? <IconAlertCircle size={16} aria-hidden /> : null}
          {problem ?? help}
        </p>
      ) : null}
      {onTry && isPromptInput(input) ? (
        <button type="button" className="cw-link" onClick={() => onTry(input)}>
          {t('tryPrompt')}
        </button>
      ) : null}
      {input.warning ? <ProblemNotice tone="warning">{input.warning}</ProblemNotice> : null}
    </div>
  )
}
