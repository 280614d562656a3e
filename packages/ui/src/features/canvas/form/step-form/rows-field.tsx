import { changedRows, defaultValues, instructionsAt, shownRows, withDefaults } from '@chatwright/core'
import type { Row, RowChange } from '@chatwright/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { use } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas } from '../../canvas-context.tsx'
import { InputsContext } from './step-field-props.ts'
import type { StepFieldProps } from './step-field-props.ts'

/** A list of rows with the same fields: added, taken out, moved up and down. */
export function RowsField(props: StepFieldProps) {
  const { node, param, value, rules, field, takesReferences, onValue, onRows, isReadOnly } = props
  const { t } = useTranslation('canvas')
  const drawInputs = use(InputsContext)
  const canvas = useCanvas()
  const fields = param.array ?? []
  const rows = shownRows(param, value) ?? []
  const hidden = param.instructions ? instructionsAt(rows) : -1
  /** Places in the list of the rows that are seen; instructions have a field of their own. */
  const places = rows.flatMap((_, index) => (index === hidden ? [] : [index]))
  const known = { ...rules, [param.name]: rows.map((row) => withDefaults(fields, row)) }
  const write = (changed: readonly Row[]) => onValue(changed)
  const change = (what: RowChange) => {
    if (onRows) onRows(param.name, what)
    else {
      const changed = changedRows(rows, what, defaultValues(fields))
      if (changed) write(changed)
    }
    const place = what.type === 'add' ? places.length : places.indexOf(what.type === 'move' ? what.to : what.row)
    const number = place + 1
    canvas.announce(t(`rows.said.${what.type}`, { list: param.label, number }))
  }
  const least = param.minItems ?? 0
  return (
    <div className="cw-rows">
      {places.map((index, seen) => {
        const row = rows[index] ?? {}
        const name = t('rows.name', { list: param.label, number: seen + 1 })
        return (
          // A row has no name of its own: its place is all that tells it from another.
          // oxlint-disable-next-line react/no-array-index-key -- see above
          <div key={index} className="cw-row" role="group" aria-label={name}>
            <div className="cw-row-head">
              <span className="cw-row-number">{seen + 1}</span>
              {isReadOnly ? null : (
                <span className="cw-row-tools">
                  <RowTool
                    label={t('rows.up', { name })}
                    isOff={seen === 0}
                    onAct={() => change({ type: 'move', row: index, to: places[seen - 1] ?? index })}
                  >
                    <IconArrowUp size={16} aria-hidden />
                  </RowTool>
                  <RowTool
                    label={t('rows.down', { name })}
                    isOff={seen === places.length - 1}
                    onAct={() => change({ type: 'move', row: index, to: places[seen + 1] ?? index })}
                  >
                    <IconArrowDown size={16} aria-hidden />
                  </RowTool>
                  <RowTool
                    label={t('rows.remove', { name })}
                    isOff={rows.length <= least}
                    onAct={() => change({ type: 'remove', row: index })}
                  >
                    <IconTrash size={16} aria-hidden />
                  </RowTool>
                </span>
              )}
            </div>
            <div className="cw-form">
              {drawInputs({
                node: node,
                inputs: fields,
                values: row,
                rules: known,
                row: index,
                field: field,
                takesReferences: takesReferences === true || param.acceptVariable === true,
                onChange: (values) => write(rows.with(index, { ...row, ...values })),
              })}
            </div>
          </div>
        )
      })}
      {isReadOnly ? null : (
        <button type="button" className="cw-link" id={props.ids.id} onClick={() => change({ type: 'add' })}>
          <IconPlus size={16} aria-hidden />
          {t('rows.add', { list: param.label })}
        </button>
      )}
    </div>
  )
}

interface RowToolProps {
  label: string
  isOff: boolean
  onAct(): void
  children: ReactNode
}

function RowTool({ label, isOff, onAct, children }: RowToolProps) {
  return (
    <button type="button" className="cw-icon-button" aria-label={label} title={label} disabled={isOff} onClick={onAct}>
      {children}
    </button>
  )
}
