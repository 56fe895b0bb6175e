import { create } from 'zustand'
import { type OneTimeLink, OneTimeLinkDialog } from './one-time-link.dialog.tsx'

const useShownLink = create<{ link: OneTimeLink | null }>(() => ({ link: null }))

/** Shows the one-time link of somebody new or of a password that was reset, wherever on the screen it came from. */
export const showOneTimeLink = (link: OneTimeLink | null): void => useShownLink.setState({ link })
export const ShownLink = () => <OneTimeLinkDialog link={useShownLink((state) => state.link)} onClose={() => showOneTimeLink(null)} />
