import type { AuditEntry } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'

import { color, type } from '../../../theme/tokens.ts'
import { wordsOf } from '../model/sentence.ts'

/** An entry as somebody would say it, with its fields below. */
export function Sentence({ entry: { actor, action, object, fields, result, way } }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const { verb, thing } = wordsOf(action)
  const who =
    actor.name ?? (actor.keyId !== null ? t('who.key') : actor.kind === 'person' ? t('who.operator') : t('who.visitor'))
  const what = object.name === null ? t(`thing.${thing}`) : `${t(`thing.${thing}`)} "${object.name}"`
  return (
    <>
      <Box component="span" sx={type.body}>
        {t(`verb.${verb}`, { who, what })}
      </Box>{' '}
      {result === 'done' ? null : <Chip size="small" label={t(`filter.${result}`)} />}
      {fields.length === 0 ? null : (
        <Box sx={{ ...type.caption, color: color.text3 }}>
          {t('fields', { fields: fields.join(', '), way: t(`way.${way}`) })}
        </Box>
      )}
    </>
  )
}
