import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconFileText, IconPackageImport, IconTemplate } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { pickFiles } from '../../../lib/files.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { color } from '../../../theme/tokens.ts'
import { DOCUMENTS } from '../../../state/asked-documents.ts'
import { bringFiles, pickFlowsToBring } from '../../../state/brought-files.ts'
import { openHelp } from '../../../state/help.ts'
import { DropDoor } from './drop-door.tsx'
import { KeyDoor } from './key-door.tsx'
import { LocalModels } from './local-models.tsx'
import { useChatWithDocument } from './use-chat-with-document.ts'
import { WelcomeDoor } from './welcome-door.tsx'

/** The first visit: three doors, each a step away from a working chat. */
export default function Welcome() {
  const { t } = useTranslation('chatflows')
  const document = useChatWithDocument()
  const progressOf = (progress: typeof document.progress) =>
    progress && t('welcome.document.progress', { done: progress.done, total: progress.total })
  const pickDocument = async () => {
    document.start(await pickFiles({ accept: DOCUMENTS, multiple: true }))
  }
  useTitle(t('title'))
  return (
    <Box sx={{ maxWidth: 1040, margin: '0 auto', paddingTop: { xs: 2, md: 6 } }}>
      <Typography variant="h1" align="center" sx={{ textWrap: 'balance' }}>
        {t('welcome.title')}
      </Typography>
      <Typography align="center" sx={{ color: color.text2, marginTop: 1, marginBottom: 4 }}>
        {t('welcome.text')}
      </Typography>
      {document.error ? (
        <Box sx={{ marginBottom: 2 }}>
          <ProblemNotice
            action={
              <>
                {document.retry ? (
                  <Button size="small" color="inherit" onClick={document.retry}>
                    {t('welcome.document.retry')}
                  </Button>
                ) : null}
                <Button size="small" color="inherit" onClick={() => void pickDocument()}>
                  {t('welcome.document.other')}
                </Button>
              </>
            }
          >
            {document.error}
          </ProblemNotice>
        </Box>
      ) : null}
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' } }}
      >
        <DropDoor onDrop={document.start}>
          <WelcomeDoor
            icon={IconFileText}
            title={t('welcome.document.title')}
            text={
              document.working === undefined
                ? t('welcome.document.text')
                : [t('welcome.document.working', { name: document.working }), progressOf(document.progress)]
                    .filter(Boolean)
                    .join(' ')
            }
            work={
              document.working === undefined
                ? undefined
                : {
                    label: t('welcome.document.working', { name: document.working }),
                    share: shareOf(document.progress),
                  }
            }
            action={
              document.working === undefined ? (
                <Button variant="contained" onClick={() => void pickDocument()}>
                  {t('welcome.document.action')}
                </Button>
              ) : (
                <Button variant="outlined" onClick={document.stop}>
                  {t('welcome.document.stop')}
                </Button>
              )
            }
          />
        </DropDoor>
        <WelcomeDoor
          icon={IconTemplate}
          title={t('welcome.template.title')}
          text={t('welcome.template.text')}
          action={
            <Button variant="outlined" component={Link} to="/marketplaces">
              {t('welcome.template.action')}
            </Button>
          }
        />
        <DropDoor onDrop={bringFiles}>
          <WelcomeDoor
            icon={IconPackageImport}
            title={t('welcome.bring.title')}
            text={t('welcome.bring.text')}
            action={
              <Button variant="outlined" onClick={() => void pickFlowsToBring()}>
                {t('welcome.bring.action')}
              </Button>
            }
          />
        </DropDoor>
      </Box>
      <KeyDoor />
      <LocalModels />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center', marginTop: 3 }}>
        <Button component={Link} to="/canvas">
          {t('welcome.blank')}
        </Button>
        <Button onClick={() => openHelp('quickstart')}>{t('welcome.guide')}</Button>
      </Box>
    </Box>
  )
}

/** In percent, of what is under way; nothing until its size is known. */
function shareOf(progress: ReturnType<typeof useChatWithDocument>['progress']): number | undefined {
  return progress && progress.total > 0 ? (100 * progress.done) / progress.total : undefined
}
