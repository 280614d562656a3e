import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'

import { Field } from '../../../components/field.tsx'
import { useChatflowSearch } from '../../../lib/use-chatflow-search.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useFlowNames } from '../api/use-api-keys.ts'

interface FlowPickerProps {
  label: string
  flows: readonly string[]
  onChange: (ids: string[]) => void
  error: string | undefined
}

/** Chooses several flows; the server searches. */
export function FlowPicker({ label, flows, onChange, error }: FlowPickerProps) {
  const [words, setWords] = useState('')
  const found = useChatflowSearch(useDebounced(words.trim())).data ?? []
  const chosen = useFlowNames(flows)
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <Autocomplete
          multiple
          id={ids.id}
          options={found.map(({ id, name }) => ({ id, name }))}
          value={chosen}
          inputValue={words}
          onInputChange={(_, value) => setWords(value)}
          onChange={(_, value) => onChange(value.map((flow) => flow.id))}
          getOptionKey={(flow) => flow.id}
          getOptionLabel={(flow) => flow.name}
          isOptionEqualToValue={(option, value) => option.id === value.id}
          filterOptions={(options) => options}
          renderInput={(params) => <TextField {...params} error={error !== undefined} />}
        />
      )}
    </Field>
  )
}
