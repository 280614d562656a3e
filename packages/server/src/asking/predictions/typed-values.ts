import { AppError } from '@chatwright/contract'
import { unkeptInputs, type Describe, type Flow } from '@chatwright/core'

/** What was typed into the secret fields of a drawing, by node and field. */
export function typedSecrets({ nodes }: Flow, describe: Describe): Record<string, string> {
  const secrets = nodes.flatMap(({ id, data }) =>
    unkeptInputs(data, describe).flatMap(({ name, type, value }, index): [string, string][] =>
      type === 'password' && typeof value === 'string' ? [[`${id}.${index}.${name}`, value]] : [],
    ),
  )
  return Object.fromEntries(secrets)
}

/** Workers read a draft from where it is kept, without the values that are not: nobody should wonder where they went. */
export function refuseUnkept({ nodes }: Flow, describe: Describe): void {
  for (const { data } of nodes) {
    const [field] = unkeptInputs(data, describe)
    if (!field) continue
    const message =
      `"${field.label}" of ${data.label} is not kept, and this server answers in workers, which only get what is kept. ` +
      (field.type === 'password' ? 'Choose a credential on the node.' : 'Save the flow, or choose a stored file.')
    throw new AppError('flow-data-invalid', { reason: message }, { message })
  }
}
