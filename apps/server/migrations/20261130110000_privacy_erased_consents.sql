-- Of who is erased the proof of a consent stays, without the address and the device that it came from.
grant update (ip, device) on agreement_consents to app_runtime, app_platform;
