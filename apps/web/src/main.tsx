import { createRoot } from 'react-dom/client'
import { readyText } from '#platform/text/text.ts'
import { applyTheme, storedTheme } from '#platform/browser/theme.ts'
import { headStart, Root } from './app/root/root.tsx'
import './platform/browser/theme.css'

applyTheme(storedTheme())
const begun = headStart()
const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root')
const root = createRoot(container)
// NOTE: without its English texts the page still works, in Chinese.
Promise.all([readyText(), begun])
  .catch(() => undefined)
  .finally(() => root.render(<Root />))
