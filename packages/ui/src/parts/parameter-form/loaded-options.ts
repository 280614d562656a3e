import type { InputParam } from '@chatwright/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { loadOptions } from '../../lib/catalogue.ts'
import type { ParameterOwner } from './field-props.ts'
import { isId } from './is-id.ts'

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
  const { data: options, isError } = useLoadedOptions(input, { isWanted: chosen.some(isId) })
  return chosen.map((name) => {
    const label = options?.find((option) => option.name === name)?.label
    if (label !== undefined || !isId(name)) return label ?? name
    return options ? t('choiceGone') : isError ? t('choiceUnknown') : '…'
  })
}
