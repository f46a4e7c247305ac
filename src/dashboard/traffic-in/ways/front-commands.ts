import { type Aim, drainUrl } from './way.ts';

const LOGPUSH_FIELDS = [
  ...['ClientIP', 'ClientRequestHost', 'ClientRequestMethod', 'ClientRequestReferer', 'ClientRequestSource'],
  ...['ClientRequestURI', 'ClientRequestUserAgent', 'EdgeResponseBytes', 'EdgeResponseStatus'],
  ...['EdgeStartTimestamp', 'ParentRayID', 'RayID'],
];

/** ClientRequestSource and ParentRayID keep a Worker's own requests from counting. */
export const cloudflareLogpush = (aim: Aim): string =>
  `curl "https://api.cloudflare.com/client/v4/zones/$ZONE_ID/logpush/jobs" \\
  -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" --json '{
  "name": "site-traffic", "dataset": "http_requests", "enabled": true,
  "destination_conf": "${drainUrl(aim)}",
  "max_upload_interval_seconds": 30,
  "output_options": {"output_type": "ndjson", "timestamp_format": "rfc3339", "field_names": [
    ${LOGPUSH_FIELDS.map((field) => `"${field}"`).join(', ')}]}}'`;

/** Firehose has a field for the key, so that it is in no address. */
export const firehoseStream = ({ origin, key }: Aim): string =>
  `aws firehose create-delivery-stream --region us-east-1 --delivery-stream-name site-traffic \\
  --http-endpoint-destination-configuration '{
  "EndpointConfiguration": {"Name": "site-traffic", "Url": "${origin}/drain", "AccessKey": "${key}"},
  "RequestConfiguration": {"ContentEncoding": "GZIP"},
  "BufferingHints": {"SizeInMBs": 4, "IntervalInSeconds": 60},
  "RetryOptions": {"DurationInSeconds": 7200},
  "RoleARN": "arn:aws:iam::ACCOUNT:role/ROLE",
  "S3BackupMode": "FailedDataOnly",
  "S3Configuration": {"RoleARN": "arn:aws:iam::ACCOUNT:role/ROLE", "BucketARN": "arn:aws:s3:::BUCKET"}}'`;

/** Fastly's log format string, as docs/access-logs.md has it: JSON whose values Fastly escapes, on one line. */
export const FASTLY_FORMAT = `{
  "timestamp": "%{begin:%Y-%m-%dT%H:%M:%S%z}t",
  "id": "%{server.identity}V-%{req.xid}V-%{time.start.usec}V",
  "elapsed_us": "%{time.elapsed.usec}V",
  "client_ip": "%{client.ip}V",
  "scheme": "%{if(req.is_ssl, "https", "http")}V",
  "host": "%{json.escape(if(req.http.Fastly-Orig-Host, req.http.Fastly-Orig-Host, req.http.Host))}V",
  "url": "%{json.escape(req.url)}V",
  "request_method": "%{json.escape(req.method)}V",
  "request_referer": "%{json.escape(req.http.Referer)}V",
  "request_user_agent": "%{json.escape(req.http.User-Agent)}V",
  "response_status": %{resp.status}V,
  "response_body_size": %{resp.body_bytes_written}V,
  "fastly_is_edge": %{if(fastly.ff.visits_this_service == 0, "true", "false")}V,
  "signature": "%{json.escape(req.http.Signature)}V",
  "signature_input": "%{json.escape(req.http.Signature-Input)}V",
  "signature_agent": "%{json.escape(req.http.Signature-Agent)}V"
}`.replace(/\n */g, '');

export const googleCloud = (aim: Aim): string =>
  `gcloud config set project MY_PROJECT
gcloud pubsub topics create site-traffic
gcloud logging sinks create site-traffic \\
  "pubsub.googleapis.com/projects/$(gcloud config get project)/topics/site-traffic" \\
  --log-filter 'resource.type="http_load_balancer"'
gcloud pubsub topics add-iam-policy-binding site-traffic --role roles/pubsub.publisher \\
  --member "$(gcloud logging sinks describe site-traffic --format 'value(writerIdentity)')"
gcloud pubsub subscriptions create site-traffic --topic site-traffic --ack-deadline 60 \\
  --push-endpoint '${drainUrl(aim)}'`;
