import type { ComponentType } from 'react'

import './parameter-form.css'
import { AsyncMultiOptionsField, AsyncOptionsField, MultiOptionsField, OptionsField } from './choice-fields.tsx'
import { CredentialField } from './credential-field.tsx'
import { DatagridField } from './datagrid-field.tsx'
import { CodeField, JsonField } from './editor-fields.tsx'
import type { FieldProps } from './field-props.ts'
import { FileField } from './file-field.tsx'
import { DateField, FolderField, NumberField, PasswordField, SwitchField, TextField } from './text-fields.tsx'

/** One field for each kind of parameter. */
export const paramFields: Readonly<Record<string, ComponentType<FieldProps>>> = {
  string: TextField,
  password: PasswordField,
  number: NumberField,
  boolean: SwitchField,
  options: OptionsField,
  multiOptions: MultiOptionsField,
  asyncOptions: AsyncOptionsField,
  asyncMultiOptions: AsyncMultiOptionsField,
  json: JsonField,
  code: CodeField,
  date: DateField,
  file: FileField,
  folder: FolderField,
  datagrid: DatagridField,
  credential: CredentialField,
}
