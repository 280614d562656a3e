import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'

import { Field } from '../../components/field.tsx'
import { useChatflowSearch } from '../../lib/use-chatflow-search.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

export interface ChosenFlow {
  id: string
  name: string
}

interface FlowChoiceProps {
  label: string
  /** Stands where no flow fits what was typed. */
  none: string
  flow: ChosenFlow | undefined
  onChange: (flow: ChosenFlow) => void
  help?: string
  error?: string | undefined
}

/** The flow that answers; the server searches, so that none is out of reach. */
export function FlowChoice({ label, none, flow, onChange, help, error }: FlowChoiceProps) {
  const [words, setWords] = useState('')
  const searched = useDebounced(words.trim())
  // What stands there unchanged is the choice, not a search.
  const found = useChatflowSearch(searched === flow?.name ? '' : searched).data ?? []
  return (
    <Field label={label} help={help} error={error}>
      {(ids) => (
        <Autocomplete<ChosenFlow, false, true>
          disableClearable
          id={ids.id}
          options={found.map(({ id, name }) => ({ id, name }))}
          // Nothing chosen yet is `null`, though nobody can go back to it.
          value={(flow ?? null) as ChosenFlow}
          onInputChange={(_, value) => setWords(value)}
          onChange={(_, value) => onChange(value)}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ name }) => name}
          isOptionEqualToValue={(option, value) => option.id === value.id}
          filterOptions={(options) => options}
          noOptionsText={none}
          renderInput={(params) => <TextField {...params} error={error !== undefined} />}
        />
      )}
    </Field>
  )
}
