import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useMemo } from 'react'

import { Field } from './field.tsx'

interface TimeZoneInputProps {
  label: string
  value: string
  onChange: (zone: string) => void
  help?: string
}

/** A time zone from the browser's list, its own first. One that the list lacks, as an older flow may name, stays as it is. */
export function TimeZoneInput({ label, value, onChange, help }: TimeZoneInputProps) {
  const zones = useMemo(() => {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
    return [...new Set([here, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  }, [])
  return (
    <Field label={label} help={help}>
      {(ids) => (
        <Autocomplete<string, false, true, true>
          freeSolo
          disableClearable
          autoHighlight
          id={ids.id}
          options={zones}
          value={value}
          inputValue={value}
          onInputChange={(_, zone) => onChange(zone)}
          // The chosen one is no search: all others are offered until something is typed.
          filterOptions={(options, { inputValue }) => {
            const words = inputValue.trim().toLowerCase().replaceAll(' ', '_')
            if (zones.includes(inputValue)) return options
            return options.filter((zone) => zone.toLowerCase().includes(words))
          }}
          renderInput={(params) => <TextField {...params} />}
        />
      )}
    </Field>
  )
}
