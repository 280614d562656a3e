import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { IconPlus, IconTrash, IconVariable } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../../components/dialog-head.tsx'
import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { useCanvasState } from '../canvas-context.tsx'
import { parseObject } from '../../../parts/parameter-form/chosen-values.ts'
import { asText } from '../../../parts/parameter-form/field-props.ts'
import { useParam } from '../form/use-param.ts'
import { lastValue } from '../inspector/last-value.ts'
import { useLastRun } from '../inspector/use-last-run.ts'
import { variableSources, variablesToFill } from '../model/prompt-variables.ts'
import type { VariableSource } from '../model/prompt-variables.ts'
import { useDialogNode } from './use-dialog-node.ts'
import type { FlowNode, InputParam } from '@chatwright/core'

/** What stands for each variable of a prompt. */
export default function PromptValuesDialog({
  nodeId,
  name,
  onClose,
}: {
  nodeId: string
  name: string
  onClose(): void
}) {
  const { t } = useTranslation('canvas')
  const isPhone = useIsPhone()
  const id = useId()
  const node = useDialogNode(nodeId)
  const param = node?.data.inputParams.find((param) => param.name === name)
  if (!node || !param) return null
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullScreen={isPhone} aria-labelledby={id} className="cw-dialog">
      <DialogHead id={id} title={t('values.title', { label: node.data.label })} onClose={onClose} />
      <DialogContent dividers sx={{ padding: '16px 24px 24px' }}>
        <p className="cw-field-help">{t('values.help')}</p>
        <ValueRows node={node} param={param} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('more.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function ValueRows({ node, param }: { node: FlowNode; param: InputParam }) {
  const { t } = useTranslation('canvas')
  const flow = useCanvasState((state) => state.history.present)
  const { value, onChange, onFocus, isReadOnly } = useParam(node, param)
  const [extra, setExtra] = useState<string[]>([])
  const values = parseObject(value) ?? {}
  const last = useLastRun()
  const wanted = variablesToFill(node)
  const names = [...new Set([...wanted, ...Object.keys(values), ...extra])]
  const write = (next: Record<string, unknown>) => onChange(Object.keys(next).length === 0 ? '' : JSON.stringify(next))
  return (
    <div className="cw-form" onFocus={onFocus}>
      {names.length === 0 ? <p>{t('values.none')}</p> : null}
      {names.map((name) => (
        <ValueRow
          key={name}
          name={name}
          text={asText(values[name])}
          isInPrompt={wanted.includes(name)}
          isReadOnly={isReadOnly}
          sources={variableSources(flow, node)}
          lastOf={({ reference }) => lastValue(reference.slice(2, -2), last)}
          onChange={(text) => write({ ...values, [name]: text })}
          onRemove={() => {
            const { [name]: _, ...rest } = values
            setExtra(extra.filter((other) => other !== name))
            write(rest)
          }}
        />
      ))}
      <NewValue onAdd={(name) => setExtra([...extra, name])} isReadOnly={isReadOnly} />
    </div>
  )
}

interface ValueRowProps {
  name: string
  text: string
  isInPrompt: boolean
  isReadOnly: boolean
  sources: readonly VariableSource[]
  /** What it held when the flow ran last. */
  lastOf(source: VariableSource): string | undefined
  onChange(text: string): void
  onRemove(): void
}

function ValueRow({ name, text, isInPrompt, isReadOnly, sources, lastOf, onChange, onRemove }: ValueRowProps) {
  const { t } = useTranslation('canvas')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement>()
  const insert = (reference: string) => {
    setAnchor(undefined)
    const at = input.current?.selectionStart ?? text.length
    onChange(text.slice(0, at) + reference + text.slice(input.current?.selectionEnd ?? at))
  }
  return (
    <div className="cw-form-row">
      <label className="cw-form-label" htmlFor={id}>
        <code>{`{${name}}`}</code>
        {isInPrompt ? null : <span className="cw-form-optional">{t('values.unused')}</span>}
      </label>
      <div className="cw-value-row">
        <input
          ref={input}
          id={id}
          type="text"
          className="cw-field is-form"
          value={text}
          placeholder={isInPrompt ? t('values.placeholder') : undefined}
          readOnly={isReadOnly}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button
          variant="outlined"
          startIcon={<IconVariable size={20} aria-hidden />}
          aria-haspopup="menu"
          disabled={isReadOnly}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {t('values.pick')}
        </Button>
        {isInPrompt && text === '' ? null : (
          <button
            type="button"
            className="cw-icon-button"
            aria-label={t('values.remove', { name })}
            disabled={isReadOnly}
            onClick={onRemove}
          >
            <IconTrash size={16} aria-hidden />
          </button>
        )}
      </div>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)}>
        {sources.map((source) => (
          <MenuItem key={source.reference} onClick={() => insert(source.reference)}>
            <span className="cw-choice-text">
              <span>{source.kind === 'node' ? source.label : t(`values.source.${source.kind}`)}</span>
              {source.isClear ? null : <span className="cw-choice-note">{source.reference}</span>}
              {lastOf(source) === undefined ? null : <span className="cw-offer-value">{lastOf(source)}</span>}
            </span>
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

function NewValue({ onAdd, isReadOnly }: { onAdd(name: string): void; isReadOnly: boolean }) {
  const { t } = useTranslation('canvas')
  const [name, setName] = useState('')
  const add = () => {
    if (name.trim() === '') return
    onAdd(name.trim())
    setName('')
  }
  return (
    <div className="cw-value-row">
      <input
        type="text"
        className="cw-field is-form"
        aria-label={t('values.newName')}
        placeholder={t('values.newName')}
        value={name}
        readOnly={isReadOnly}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add()
        }}
      />
      <Button startIcon={<IconPlus size={20} aria-hidden />} disabled={isReadOnly || name.trim() === ''} onClick={add}>
        {t('values.add')}
      </Button>
    </div>
  )
}
