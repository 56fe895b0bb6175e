import { ConfigProvider, theme as algorithms, type ThemeConfig } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useState, type ReactNode } from 'react'
import { useSession } from '#platform/session/session.ts'
import { useLocale } from '#platform/text/text.ts'
import type { ThemeName } from '#platform/browser/theme.ts'

const shared = {
  fontSize: 13,
  borderRadius: 4,
  controlHeight: 32,
  controlHeightSM: 28,
  fontFamily: 'var(--font)',
  wireframe: false,
  // Without transitions there is no end of one to wait for either.
  motion: !globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches,
} satisfies ThemeConfig['token']

/** NOTE: hoisted: an object made while rendering would draw every kept tab anew. The colours are those of `theme.css`. */
const THEMES: Record<ThemeName, ThemeConfig> = {
  dark: {
    algorithm: algorithms.darkAlgorithm,
    token: {
      ...shared,
      colorPrimary: '#1b78b8',
      colorInfo: '#6aa8f7',
      colorSuccess: '#4ac28a',
      colorWarning: '#e5b04a',
      colorError: '#f48689',
      colorLink: '#4cb3e8',
      colorLinkHover: '#7cc8f2',
      colorBgBase: '#0b1526',
      colorBgContainer: '#111d33',
      // Flatter than what can be used.
      colorBgContainerDisabled: '#0d172a',
      colorBorderDisabled: '#1c2b46',
      colorTextDisabled: '#66768f',
      colorBgElevated: '#17253f',
      colorBgLayout: '#0b1526',
      colorBorder: '#2b3f63',
      colorBorderSecondary: '#1c2b46',
      colorText: '#e3eaf5',
      colorTextSecondary: '#a3b3cc',
      colorTextTertiary: '#8494b0',
      colorTextQuaternary: '#8494b0',
      colorTextPlaceholder: '#8494b0',
      colorTextDescription: '#a3b3cc',
      colorErrorText: '#f48689',
      controlItemBgActive: '#163a5f',
    },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        colorError: '#c23b3f',
        // Darker than at rest: on the lighter ones that are made of the colours, white words are hard to read.
        colorPrimaryHover: '#176ba6',
        colorErrorHover: '#a93337',
        colorErrorActive: '#8f2a2e',
        // Words of a button that is pointed at: the primary colour is too dark for them here.
        defaultHoverColor: '#7cc8f2',
        defaultActiveColor: '#4cb3e8',
      },
      Modal: { contentBg: '#111d33', headerBg: '#111d33' },
      Tabs: { itemSelectedColor: '#4cb3e8', itemHoverColor: '#7cc8f2', inkBarColor: '#4cb3e8' },
    },
  },
  light: {
    algorithm: algorithms.defaultAlgorithm,
    token: {
      ...shared,
      colorPrimary: '#0f68a6',
      colorInfo: '#1f5fbf',
      colorSuccess: '#1a7a4c',
      colorWarning: '#8f5f00',
      // What is made of so dark a colour by itself is olive.
      colorWarningBg: '#fff6e0',
      colorWarningBorder: '#e9cd92',
      colorError: '#b92c30',
      colorLink: '#0f68a6',
      colorLinkHover: '#0b4f80',
      colorBgLayout: '#f3f5f9',
      colorBorder: '#bcc7d8',
      colorBorderSecondary: '#dde3ec',
      colorText: '#16233a',
      colorTextSecondary: '#46566f',
      colorTextTertiary: '#5d6c84',
      colorTextQuaternary: '#5d6c84',
      colorTextPlaceholder: '#5d6c84',
      colorTextDescription: '#46566f',
      controlItemBgActive: '#dcebf8',
    },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // As in the dark theme.
        colorPrimaryHover: '#0b568b',
        colorErrorHover: '#9e2529',
      },
    },
  },
}

/** Two-character words stay together: 返回, not 返 回. */
const BUTTON = { autoInsertSpace: false }

/** Ant Design in the console's colours and language. */
export function AntdTheme({ children }: { children: ReactNode }) {
  const theme = useSession((state) => state.theme)
  const language = useLocale()
  const [english, setEnglish] = useState<typeof zhCN>()
  useEffect(() => {
    dayjs.locale(language === 'en' ? 'en' : 'zh-cn')
    if (language === 'en') void import('antd/locale/en_US').then((module) => setEnglish(module.default))
  }, [language])
  return (
    <ConfigProvider theme={THEMES[theme]} button={BUTTON} locale={language === 'en' && english ? english : zhCN}>
      {children}
    </ConfigProvider>
  )
}
