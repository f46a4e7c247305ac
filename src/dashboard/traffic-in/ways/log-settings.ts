/** What a server has to log, as docs/access-logs.md has it. */
export const TRAEFIK_LOG = `accessLog:
  filePath: /var/log/traefik/access.json
  format: json
  fields:
    headers:
      names:
        User-Agent: keep
        Referer: keep
        Signature: keep
        Signature-Input: keep
        Signature-Agent: keep`;

export const HAPROXY_LOG = String.raw`frontend www
	log /dev/log len 8192 local0
	capture request header Host len 255
	capture request header User-Agent len 1024
	capture request header Referer len 2048
	capture request header X-Forwarded-For len 512
	capture request header Signature-Agent len 512
	capture request header Signature-Input len 1024
	capture request header Signature len 512
	unique-id-format %{+X}o\ %ci:%cp_%fi:%fp_%Ts_%rt:%pid
	log-format "%ci:%cp [%trg] %ft %b/%s %TR/%Tw/%Tc/%Tr/%Ta %ST %B %CC %CS %tsc %ac/%fc/%bc/%sc/%rc %sq/%bq %hr %hs %{+Q}r id=%ID"`;
