import {
  IconBraces,
  IconDatabaseExport,
  IconDatabaseImport,
  IconFileImport,
  IconFileText,
  IconHelp,
  IconHierarchy,
  IconHistory,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPackageImport,
  IconPlus,
  IconSun,
  IconTemplate,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { changeLanguage } from '../../../i18n/i18n.ts'
import { storedSession } from '../../../lib/session.ts'
import { useChatflowSearch } from '../../../lib/use-chatflow-search.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { pickDocuments } from '../../../state/asked-documents.ts'
import { openBackgroundWork } from '../../../state/background-work.ts'
import { pickFlowsToBring } from '../../../state/brought-files.ts'
import { setDarkMode, useCustomization } from '../../../state/customization.ts'
import { openHelp } from '../../../state/help.ts'
import { useScreenCommandList } from '../../../state/screen-commands.ts'
import { exportDatabase } from '../database-export.ts'
import { useDatabaseImport } from '../database-import.ts'
import { logOut } from '../log-out.ts'
import { mainMenu } from '../menu/main-menu.ts'
import { useLoadFlowFile } from '../../flow-file/use-load-flow-file.ts'
import { matchCommands } from './commands.ts'
import type { Command } from './commands.ts'
import { useKeptThings } from './use-kept-things.ts'

/** Everything the palette offers for the words typed so far. */
export function useCommands(words: string): Command[] {
  const { commands: here, places } = useScreenCommandList()
  const onScreen = useMemo(() => places(), [places])
  const screens = useScreenCommands()
  const actions = useActionCommands()
  const kept = useKeptThings()
  const flows = useFlowCommands(words)
  const offered = [...here, ...screens, ...actions]
  // Before anything is typed, what could be found by name would only be in the way.
  if (words.trim() === '') return [...offered, ...flows]
  // The server found the flows, in more than their names: they stay, whatever else the words fit.
  const found = matchCommands([...offered, ...onScreen, ...flows, ...kept], words)
  return [...found, ...flows.filter((flow) => !found.includes(flow))]
}

function useScreenCommands(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const variables = {
    id: 'screen-variables',
    group: t('palette.screens'),
    label: t('palette.variables'),
    icon: IconBraces,
    run: () => void navigate('/credentials?tab=variables'),
  }
  const screens = mainMenu(t)
    .flatMap((group) => group.children)
    .flatMap((entry) => (entry.type === 'item' ? [entry] : []))
    .flatMap(({ id, title, url, icon = IconHierarchy, pages = [] }) =>
      [{ title, url }, ...pages.filter((page) => page.title !== title)].map((place, at) => ({
        id: at === 0 ? `screen-${id}` : `screen-${place.url.slice(1)}`,
        group: t('palette.screens'),
        label: place.title,
        icon,
        run: () => void navigate(place.url),
      })),
    )
  return [...screens, variables]
}

function useActionCommands(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const loadFlowFile = useLoadFlowFile()
  const importDatabase = useDatabaseImport()
  const settings = useSettingCommands()
  const group = t('palette.actions')
  const action = (id: string, label: string, icon: Icon, run: () => unknown): Command => ({
    id,
    group,
    label,
    icon,
    run: () => void run(),
  })
  return [
    { ...action('new', t('palette.newFlow'), IconPlus, () => navigate('/canvas')), words: t('palette.newWords') },
    {
      ...action('new-agents', t('palette.newAgentFlow'), IconPlus, () => navigate('/agentcanvas')),
      words: t('palette.newWords'),
    },
    action('new-document', t('palette.newFromDocument'), IconFileText, pickDocuments),
    action('new-template', t('palette.newFromTemplate'), IconTemplate, () => navigate('/marketplaces')),
    action('load', t('palette.openFlow'), IconFileImport, loadFlowFile),
    action('import', t('palette.importFlows'), IconPackageImport, pickFlowsToBring),
    action('work', t('work.title'), IconHistory, openBackgroundWork),
    action('help', t('palette.help'), IconHelp, () => openHelp()),
    ...settings,
    action('load-database', t('user.loadDatabase'), IconDatabaseImport, importDatabase),
    action('export-database', t('user.exportDatabase'), IconDatabaseExport, exportDatabase),
    ...(storedSession() ? [action('logout', t('user.logout'), IconLogout, logOut)] : []),
  ]
}

function useSettingCommands(): Command[] {
  const { t, i18n } = useTranslation()
  const group = t('palette.actions')
  const isDarkMode = useCustomization((state) => state.isDarkMode)
  return [
    {
      id: 'theme',
      group,
      label: isDarkMode ? t('palette.switchToLight') : t('palette.switchToDark'),
      words: t('palette.themeWords'),
      icon: isDarkMode ? IconSun : IconMoon,
      run: () => setDarkMode(!isDarkMode),
    },
    {
      id: 'language',
      group,
      label: t('palette.language'),
      words: 'language Sprache English Deutsch settings',
      icon: IconLanguage,
      run: () => void changeLanguage(i18n.language === 'de' ? 'en' : 'de'),
    },
  ]
}

function useFlowCommands(words: string): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data = [] } = useChatflowSearch(useDebounced(words.trim()))
  return data.map((flow) => ({
    id: `flow-${flow.id}`,
    group: t('palette.flows'),
    label: flow.name,
    icon: IconHierarchy,
    run: () => void navigate(`/canvas/${flow.id}`),
  }))
}
