import type { InputOption, InputParam } from '@chatwright/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { loadOptions } from '../../lib/catalogue.ts'
import type { ParameterOwner } from './field-props.ts'
import { isId, nameBehindId } from './is-id.ts'

interface LoadedInput {
  owner: ParameterOwner
  param: InputParam
}

/** The choices a node offers for one of its inputs. What is chosen in that input does not change them. */
export function useLoadedOptions({ owner, param }: LoadedInput, { isWanted = true } = {}) {
  const { name, credential, inputs } = owner
  const { [param.name]: _chosen, ...others } = inputs
  return useQuery({
    queryKey: ['node-load-method', name, param.loadMethod, credential, others],
    queryFn: ({ signal }) =>
      loadOptions({ nodeName: name, loadMethod: param.loadMethod ?? '', inputs, credential, signal }),
    retry: false,
    enabled: isWanted,
  })
}

/** What is chosen, in words. Ids say nothing to people: for these alone the choices are asked for ahead. */
export function useChosenNames(input: LoadedInput, chosen: readonly string[]): string[] {
  const { t } = useTranslation('form')
  const isWanted = chosen.some((name) => isId(name) || nameBehindId(name))
  const { data: options, isError } = useLoadedOptions(input, { isWanted })
  return chosen.map((value) => {
    const named = nameBehindId(value)
    // It may be called otherwise by now: its id tells.
    const isChosen = ({ name }: InputOption) =>
      name === value || (named !== undefined && name.startsWith(`${named.id}:`))
    const label = options?.find(isChosen)?.label
    if (label !== undefined) return label
    if (options && (named || isId(value))) return t('choiceGone')
    if (named) return named.name
    return !isId(value) ? value : isError ? t('choiceUnknown') : '…'
  })
}
