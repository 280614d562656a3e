import type { DatagridColumn } from '@chatwright/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { parseRows } from './chosen-values.ts'
import { asText, controlClass } from './field-props.ts'
import type { FieldProps } from './field-props.ts'

type Row = Record<string, unknown>

/** Rows of values. The document keeps them as JSON text. */
export function DatagridField(field: FieldProps) {
  const { param, value, onChange, onExpand, isReadOnly, place, ids } = field
  const { t } = useTranslation('form')
  const rows = parseRows(value)
  if (place === 'card') {
    return (
      <button
        type="button"
        id={ids.id}
        aria-labelledby={`${ids['aria-labelledby']} ${ids.id}-value`}
        aria-haspopup="dialog"
        className={controlClass(field, 'is-choice')}
        onClick={onExpand}
      >
        <span id={`${ids.id}-value`} className={rows.length === 0 ? 'cw-placeholder' : 'cw-value'}>
          {t('rows', { count: rows.length })}
        </span>
      </button>
    )
  }
  const write = (next: Row[]) => onChange(JSON.stringify(next))
  const columns = param.datagrid ?? []
  return (
    <div className="cw-grid-scroller">
      <table className="cw-grid" aria-labelledby={ids['aria-labelledby']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.field} scope="col">
                {column.headerName}
              </th>
            ))}
            <th aria-label={t('rowActions')} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Rows have no identity of their own, and are never sorted.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.field}>
                  <Cell
                    column={column}
                    value={row[column.field]}
                    label={t('cell', { column: column.headerName, row: index + 1 })}
                    isReadOnly={isReadOnly || column.editable === false}
                    onChange={(next) => write(rows.with(index, { ...row, [column.field]: next }))}
                  />
                </td>
              ))}
              <td>
                <button
                  type="button"
                  className="cw-icon-button"
                  aria-label={t('removeRow', { row: index + 1 })}
                  disabled={isReadOnly}
                  onClick={() => write(rows.toSpliced(index, 1))}
                >
                  <IconTrash size={16} aria-hidden />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" className="cw-link" disabled={isReadOnly} onClick={() => write([...rows, {}])}>
        <IconPlus size={16} aria-hidden /> {t('addRow')}
      </button>
    </div>
  )
}

interface CellProps {
  column: DatagridColumn
  value: unknown
  label: string
  isReadOnly: boolean
  onChange(value: unknown): void
}

function Cell({ column, value, label, isReadOnly, onChange }: CellProps) {
  if (column.type === 'boolean') {
    const isOn = value === true || value === 'true'
    return (
      <input
        type="checkbox"
        className="cw-switch"
        role="switch"
        aria-label={label}
        checked={isOn}
        aria-checked={isOn}
        disabled={isReadOnly}
        onChange={(event) => onChange(event.target.checked)}
      />
    )
  }
  if (column.type === 'singleSelect') {
    return (
      <select
        className="cw-field is-form"
        aria-label={label}
        value={asText(value)}
        disabled={isReadOnly}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" />
        {(column.valueOptions ?? []).map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  }
  return (
    <input
      type="text"
      className="cw-field is-form"
      aria-label={label}
      value={asText(value)}
      readOnly={isReadOnly}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
