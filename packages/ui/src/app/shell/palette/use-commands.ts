import {
  IconFileImport,
  IconHelp,
  IconHistory,
  IconHierarchy,
  IconLanguage,
  IconMoon,
  IconPlus,
  IconSun,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { changeLanguage } from '../../../i18n/i18n.ts'
import { useChatflowSearch } from '../../../lib/use-chatflow-search.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { openBackgroundWork } from '../../../state/background-work.ts'
import { setDarkMode, useCustomization } from '../../../state/customization.ts'
import { openHelp } from '../../../state/help.ts'
import { useScreenCommandList } from '../../../state/screen-commands.ts'
import { mainMenu } from '../menu/main-menu.ts'
import { useLoadFlowFile } from '../../flow-file/use-load-flow-file.ts'
import { matchCommands } from './commands.ts'
import type { Command } from './commands.ts'

/** Everything the palette offers for the words typed so far. */
export function useCommands(words: string): Command[] {
  const here = useScreenCommandList((state) => state.commands)
  const screens = useScreenCommands()
  const actions = useActionCommands()
  const flows = useFlowCommands(words)
  return [...matchCommands(here, words), ...matchCommands(screens, words), ...matchCommands(actions, words), ...flows]
}

function useScreenCommands(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return mainMenu(t)
    .flatMap((group) => group.children)
    .flatMap((entry) => (entry.type === 'item' ? [entry] : []))
    .map((entry) => ({
      id: `screen-${entry.id}`,
      group: t('palette.screens'),
      label: entry.title,
      icon: entry.icon ?? IconHierarchy,
      run: () => void navigate(entry.url),
    }))
}

function useActionCommands(): Command[] {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const loadFlowFile = useLoadFlowFile()
  const isDarkMode = useCustomization((state) => state.isDarkMode)
  const group = t('palette.actions')
  return [
    { id: 'new', group, label: t('palette.newFlow'), icon: IconPlus, run: () => void navigate('/canvas') },
    {
      id: 'new-agents',
      group,
      label: t('palette.newAgentFlow'),
      icon: IconPlus,
      run: () => void navigate('/agentcanvas'),
    },
    { id: 'load', group, label: t('palette.openFlow'), icon: IconFileImport, run: () => void loadFlowFile() },
    { id: 'work', group, label: t('work.title'), icon: IconHistory, run: openBackgroundWork },
    { id: 'help', group, label: t('palette.help'), icon: IconHelp, run: () => openHelp() },
    {
      id: 'theme',
      group,
      label: isDarkMode ? t('palette.switchToLight') : t('palette.switchToDark'),
      icon: isDarkMode ? IconSun : IconMoon,
      run: () => setDarkMode(!isDarkMode),
    },
    {
      id: 'language',
      group,
      label: t('palette.language'),
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
