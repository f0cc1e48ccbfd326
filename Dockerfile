# The service: docker build -t pdfbot . && docker run -e PDFBOT_TOKEN=... -p 8070:8070 pdfbot
FROM python:3.12-slim

WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY docs/pdfbot.1 docs/
COPY pdfbot_command.py ./
COPY pdfbot pdfbot/
# The package is the checkout itself, which has no version to pin.
# hadolint ignore=DL3013
RUN pip install --no-cache-dir ".[serve]"

# Papers are read by a user who owns nothing but their folder.
RUN useradd --uid 10001 --no-create-home pdfbot && install -d -o pdfbot -m 700 /papers
WORKDIR /papers
USER 10001
VOLUME /papers
EXPOSE 8070

HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8070/health', timeout=4)"]
CMD ["pdfbot", "serve", "--host", "0.0.0.0", "--port", "8070", "--folder", "/papers"]
