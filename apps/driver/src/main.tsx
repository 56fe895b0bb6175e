import { createRoot } from 'react-dom/client'
import { DriverPage } from './pages/driver-page.tsx'
import './style.css'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root')
createRoot(container).render(<DriverPage />)
