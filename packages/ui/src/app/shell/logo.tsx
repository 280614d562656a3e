import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import darkLogo from '../../assets/logo-dark.svg'
import lightLogo from '../../assets/logo-light.svg'
import { DEFAULT_PATH, PRODUCT_NAME } from '../../lib/product.ts'
import { useCustomization } from '../../state/customization.ts'

export function Logo({ onClick }: { onClick?: () => void }) {
  const { t } = useTranslation()
  return (
    <Link
      to={DEFAULT_PATH}
      aria-label={t('shell.home')}
      onClick={onClick}
      style={{ display: 'inline-flex', borderRadius: 8 }}
    >
      <LogoPicture />
    </Link>
  )
}

export function LogoPicture() {
  const isDarkMode = useCustomization((state) => state.isDarkMode)
  return (
    <img
      src={isDarkMode ? darkLogo : lightLogo}
      alt={PRODUCT_NAME}
      width={150}
      style={{ width: 150, height: 'auto', aspectRatio: '208 / 44' }}
    />
  )
}
