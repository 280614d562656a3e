import { AppError } from '@chatwright/contract'
import { unkeptInputs, type Flow } from '@chatwright/core'

/** What was typed into the secret fields of a drawing, by node and field. */
export function typedSecrets({ nodes }: Flow): Record<string, string> {
  const secrets = nodes.flatMap(({ id, data }) =>
    unkeptInputs(data).flatMap(({ name, type }): [string, string][] => {
      const value = data.inputs[name]
      return type === 'password' && typeof value === 'string' ? [[`${id}.${name}`, value]] : []
    }),
  )
  return Object.fromEntries(secrets)
}

/** Workers read a draft from where it is kept, without the values that are not: nobody should wonder where they went. */
export function refuseUnkept({ nodes }: Flow): void {
  for (const { data } of nodes) {
    const [field] = unkeptInputs(data)
    if (!field) continue
    const message =
      `"${field.label}" of ${data.label} is not kept, and this server answers in workers, which only get what is kept. ` +
      (field.type === 'password' ? 'Choose a credential on the node.' : 'Save the flow, or choose a stored file.')
    throw new AppError('flow-data-invalid', { reason: message }, { message })
  }
}
