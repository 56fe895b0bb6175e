import { SIPExtension, URI, UserAgent, type UserAgentDelegate, type UserAgentOptions } from 'sip.js'
import type { Log } from '../log.ts'
import type { SipAccountSettings } from './account-settings.ts'
import { PbxTransport, sentByPlaceholder, type TransportOptions } from './transport.ts'

export interface PbxAgent {
  agent: UserAgent
  uri: URI
  /** Our own address as the PBX sees it. */
  address(): string
  connect(): void
  stop(): Promise<void>
  faulty(error: unknown): void
}

const connectAgainMs = 5_000

/** A user agent of one account, connected again whenever the way to the PBX breaks. */
export function createPbxAgent({
  settings,
  log,
  connected,
  lost,
  delegate = {},
  options = {},
}: {
  settings: SipAccountSettings
  log: Log
  connected: () => void
  lost: (words: string) => void
  delegate?: UserAgentDelegate
  options?: UserAgentOptions
}): PbxAgent {
  const uri = sipUri(settings.uri)
  let address = '127.0.0.1'
  let stopping = false
  let again: NodeJS.Timeout | undefined

  const transportOptions: TransportOptions = {
    protocol: settings.transport,
    host: settings.host,
    port: settings.port,
    localPort: settings.localPort,
    log,
    connectedFrom: (host, port) => {
      address = host
      agent.contact.uri.host = host
      agent.contact.uri.port = port
    },
  }
  const agent: UserAgent = new UserAgent({
    ...options,
    uri,
    displayName: settings.name,
    authorizationUsername: settings.user,
    authorizationPassword: settings.password,
    transportConstructor: PbxTransport,
    transportOptions,
    contactName: uri.user ?? 'line',
    contactParams: { transport: settings.transport },
    viaHost: sentByPlaceholder,
    forceRport: true,
    userAgentString: 'chauffeur-softphone',
    sendInitialProvisionalResponse: false,
    noAnswerTimeout: settings.noAnswerS,
    sipExtension100rel: SIPExtension.Supported,
    gracefulShutdown: false,
    logBuiltinEnabled: false,
    logConfiguration: false,
    logLevel: 'warn',
    logConnector: (level, category, _label, content) => {
      if (settings.trace) log(`sip ${level} ${category}: ${String(content).split('\n')[0]}`)
    },
    delegate: {
      ...delegate,
      onConnect: connected,
      onDisconnect: (error) => {
        lost(error?.message ?? 'disconnected')
        later()
      },
    },
  })

  const faulty = (error: unknown) => log(`sip: ${error instanceof Error ? error.message : String(error)}`)
  const later = () => {
    clearTimeout(again)
    if (!stopping) again = setTimeout(connect, connectAgainMs)
  }
  function connect(): void {
    const connecting = agent.state === 'Started' ? agent.reconnect() : agent.start()
    connecting.catch((error: unknown) => {
      lost(`${settings.host} cannot be reached: ${error instanceof Error ? error.message : String(error)}`)
      later()
    })
  }
  return {
    agent,
    uri,
    address: () => address,
    connect,
    faulty,
    stop: async () => {
      stopping = true
      clearTimeout(again)
      await agent.stop().catch(faulty)
    },
  }
}

function sipUri(text: string): URI {
  const uri = UserAgent.makeURI(text)
  if (!uri) throw new Error(`${text} is no SIP address.`)
  return uri
}

/** Where a number is dialled, or an account registered, at the account's own PBX. */
export function atPbx(user: string, { host, port }: URI): URI {
  return sipUri(`sip:${user === '' ? '' : `${encodeURIComponent(user)}@`}${host}${port ? `:${port}` : ''}`)
}
