import type { NavigationItem } from '@chauffeur/contract/access/authority'
import type { Call } from '@chauffeur/contract/kernel/call'
import { useCallback } from 'react'
import { create } from 'zustand'
import { readCookie } from './cookies.ts'
import type { ThemeName } from '../browser/theme.ts'
import { storedTheme } from '../browser/theme.ts'

export interface OpenTab {
  /** The path without its query: one tab per path; with the parameter its screen keeps tabs apart by. */
  key: string
  /** The path with its query, as last seen. */
  path: string
  /** Chinese source text, or what the screen called itself. */
  title: string
}

export interface SessionState {
  token: string
  username: string
  email: string
  realName: string
  userId: string
  tenantId: string
  brandName: string
  logo: string
  /** 1 platform, 2 organisation, 3 partner; 0 before it is known. */
  deptType: 0 | 1 | 2 | 3
  cooperationChannelId: string | null
  /** The left menu is folded. */
  collapse: boolean
  theme: ThemeName
  tabs: OpenTab[]
  /** Addresses of the embedded frames that are open, by tab key. */
  frames: Record<string, string>
  /** The authorities of the user. */
  permissions: string[]
  navigation: NavigationItem[]
}

const empty = {
  realName: '',
  userId: '',
  tenantId: '',
  brandName: '',
  logo: '',
  deptType: 0,
  cooperationChannelId: null,
  collapse: false,
  tabs: [],
  frames: {},
  permissions: [],
  navigation: [],
} satisfies Omit<SessionState, 'token' | 'username' | 'email' | 'theme'>

/** Who is signed in and what the shell has open. Read in components with a selector: `useSession((s) => s.userId)`. */
export const useSession = create<SessionState>()(() => ({
  ...empty,
  token: readCookie('token'),
  username: readCookie('username'),
  email: readCookie('email'),
  theme: storedTheme(),
}))

export const session = (): SessionState => useSession.getState()
export const setSession = (part: Partial<SessionState>): void => useSession.setState(part)

/** Forgets the user; brand and theme stay, they belong to the place. */
export function forgetUser(): void {
  const { brandName, logo, tenantId, collapse } = session()
  useSession.setState({ ...empty, brandName, logo, tenantId, collapse, token: '', username: '', email: '' })
}

/** Whether the signed-in user holds an authority. Hides what would be refused; the server decides. */
export function useCan(authority: string): boolean {
  return useSession((state) => state.permissions.includes(authority))
}

const PARTNER = 3
type Guarded = Pick<Call, 'access' | 'everyChannel'>
type Rights = Pick<SessionState, 'permissions' | 'deptType'>
/** Whether somebody with these rights may make a call. A partner's people change nothing that holds for every channel, whatever their roles give them. */
const mayMake = ({ permissions, deptType }: Rights, { access, everyChannel }: Guarded): boolean =>
  (typeof access !== 'object' || permissions.includes(access.authority)) && !(everyChannel && deptType === PARTNER)
/** Whether the signed-in user may make a call. */
export const useMay = (call: Guarded): boolean => useSession((state) => mayMake(state, call))
/** The same of several, for a list of what can be done. */
export function useMayAny(): (call: Guarded) => boolean {
  const permissions = useSession((state) => state.permissions)
  const deptType = useSession((state) => state.deptType)
  return useCallback((call) => mayMake({ permissions, deptType }, call), [permissions, deptType])
}
